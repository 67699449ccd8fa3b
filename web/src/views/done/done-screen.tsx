import type { ServerConfig } from "../../protocol/types.ts";
import type { Run } from "../../state/crawls.ts";
import type { ResultTab } from "../../state/route.ts";
import { ResultView } from "./result-view.tsx";

interface DoneScreenProps {
  readonly run: Extract<Run, { type: "done" }>;
  readonly tab: ResultTab;
  readonly config: ServerConfig;
}

/** A crawl that is done, whether it has just ended or was opened again. */
export const DoneScreen = ({ run, ...props }: DoneScreenProps) => <ResultView {...run} {...props} />;
