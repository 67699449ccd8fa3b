import type { ServerConfig } from "../../protocol/types.ts";
import type { Run } from "../../state/crawls.ts";
import type { ResultTab } from "../../state/route.ts";
import { ResultView } from "./result-view.tsx";

interface DoneScreenProps {
  readonly run: Extract<Run, { type: "done" }>;
  readonly tab: ResultTab;
  readonly config: ServerConfig;
}

/** Screen of a finished crawl. */
export const DoneScreen = ({ run, ...props }: DoneScreenProps) => <ResultView {...run} {...props} />;
