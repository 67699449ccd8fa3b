import { useTitle } from "../../parts/title.ts";
import type { ServerConfig } from "../../protocol/types.ts";
import type { Run } from "../../state/crawls.ts";
import { hostOf } from "../../state/result.ts";
import { ResultView } from "./result-view.tsx";

interface DoneScreenProps {
  readonly run: Extract<Run, { type: "done" }>;
  readonly config: ServerConfig;
}

/** A crawl that is done, whether it has just ended or was opened again. */
export function DoneScreen({ run, config }: DoneScreenProps) {
  const { crawl, request, result } = run;
  useTitle(hostOf(result.url));
  return <ResultView result={result} config={config} request={request} crawl={crawl} />;
}
