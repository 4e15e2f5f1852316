//! The masks that the published player tries: all requests, all but one, and all but two.

use crate::seat::{Place, PlaceSet};
use crate::sector::Sectors;
use crate::survey::Survey;

/// The largest number of masks of a position: 1 + 16 + 120.
pub const MAX_MASKS: usize = 137;

impl Survey {
    /// The places whose requests may be masked out.
    #[inline]
    pub(crate) fn maskable(&self) -> PlaceSet {
        if self.experiments.no_masks { PlaceSet::NONE } else { self.seat().places(self.full_mask) }
    }

    /// The masks to try, in order: the full mask; then, for each of its sectors in processing
    /// order, the mask without it, followed by the masks without it and one of the later sectors.
    #[inline]
    pub fn masks(&self) -> impl Iterator<Item = Sectors> {
        let full = self.full_mask;
        let seat = self.seat();
        let places = self.maskable();
        let without = move |mask: Sectors, place: Place| mask & !seat.sector(place).alone();
        let fewer = places.each().flat_map(move |first| {
            let one_less = without(full, first);
            let two_less = places.after(first).each().map(move |second| without(one_less, second));
            std::iter::once(one_less).chain(two_less)
        });
        std::iter::once(full).chain(fewer)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::galaxy::Galaxy;

    fn masks(line: &str) -> Vec<Sectors> {
        Survey::new(&line.parse::<Galaxy>().unwrap()).masks().collect()
    }

    #[test]
    fn the_order_of_the_masks() {
        // In player 2's order: B4, A3, B3.
        let line = "t2@1000+2x20,b,b,t3@1000/b,b,b,b/b,b,b,b/t1@1000,b,b,t4@1000 2 1 0:0,0:0,0:0,0:0";
        let names: Vec<String> = masks(line).iter().map(|mask| format!("{mask:?}")).collect();
        assert_eq!(names, ["{A3, B3, B4}", "{A3, B3}", "{B3}", "{A3}", "{B3, B4}", "{B4}", "{A3, B4}"]);
    }

    #[test]
    fn an_empty_full_mask_is_the_only_one() {
        // All sixteen sectors are colonies of player 1, and there are no enemy ships: nothing to
        // request.
        let all = "b1@20,b1@20,b1@20,b1@20";
        let line = format!("b1@20,b1@20,b1@20,b1@20/{all}/{all}/t1@1000,b1@20,b1@20,b1@20 1 1 0:0,-,-,-");
        assert_eq!(masks(&line), [Sectors::NONE]);
    }

    #[test]
    fn there_are_137_masks_at_most() {
        let line = "t2@1000+2x9,b+2x9,b+2x9,b+2x9/b2@20+2x9,b1@20,b1@20,b2@20+2x9/b2@20+2x9,b1@20,b1@20,b2@20+2x9/\
                    t1@1000+2x9,b2@20+2x9,b2@20+2x9,b2@20+2x9 1 1 0:0,0:0,-,-";
        let masks = masks(line);
        assert_eq!(masks.len(), MAX_MASKS);
        assert_eq!(masks.iter().collect::<HashSet<_>>().len(), MAX_MASKS);
    }
}
