import type { Site } from "../../protocol/types.ts";
import type { Editing, Editor } from "./editor.ts";

/** Properties of every part of the screen. */
export interface EditProps {
  readonly site: Site;
  readonly editor: Editor;
  readonly editing: Editing;
}
