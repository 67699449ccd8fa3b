export { LEFT_OUT_WORDS } from "../../../src/shells/left-out-words.ts";
