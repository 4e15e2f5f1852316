// The beginning of the page.
import { applyTheme } from "./theme.js";
import { follow } from "./router.js";

applyTheme();
follow();
