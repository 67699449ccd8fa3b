import type { Site } from "../../protocol/types.ts";
import type { Editing, Editor } from "./editor.ts";

/** What every part of the screen is given. */
export interface EditProps {
  readonly site: Site;
  readonly editor: Editor;
  readonly editing: Editing;
}
