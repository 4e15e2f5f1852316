//! The command `serve`: the games in a browser.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use server::{Options, Server};

use crate::autosave::data_folder;
use crate::interrupt::{self, Interrupt};

/// The most computers that think at the same time: each has a thread.
const MAX_THREADS: i64 = 256;

/// Where and how the page is served.
#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// The port to listen on [default: 7878, or another free one]
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// The address to listen on. With any other than a loopback address, other machines can reach the
    /// page
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// Do not open the page in a browser
    #[arg(long)]
    no_open: bool,
    /// The folder in which games are kept [default: the user's data folder]
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// How many computers think at the same time, 1 to 256 [default: one less than there are cores]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS))]
    threads: Option<u16>,
}

impl Default for ServeArgs {
    fn default() -> Self {
        Self { port: None, address: Ipv4Addr::LOCALHOST.into(), no_open: false, data: None, threads: None }
    }
}

impl ServeArgs {
    /// Serves the page until Ctrl-C.
    pub(crate) fn run(self) -> Result<()> {
        let data = match self.data {
            Some(data) => data,
            None => data_folder()?,
        };
        let options = Options { address: self.address, port: self.port, data, threads: self.threads.map(usize::from) };
        let interrupt = Interrupt::install()?;
        let runtime = tokio::runtime::Runtime::new().context("cannot start the server")?;
        let served = interrupt.during(|stop| {
            runtime.block_on(async {
                let server = Server::bind(&options).await?;
                announce(&server)?;
                if !self.no_open {
                    // Without a browser the address on the terminal is enough.
                    let _ = open::that_detached(server.owner_url());
                }
                let end = async {
                    while !stop.is_raised() {
                        tokio::time::sleep(interrupt::POLL).await;
                    }
                };
                server.run(end).await;
                anyhow::Ok(())
            })
        });
        // Computers that still think are not waited for.
        runtime.shutdown_background();
        served
    }
}

fn announce(server: &Server) -> io::Result<()> {
    let mut output = io::stdout().lock();
    writeln!(output, "Star Chess is at {}", server.owner_url())?;
    writeln!(output, "Your games are kept. Ctrl-C ends the server.")?;
    output.flush()
}
