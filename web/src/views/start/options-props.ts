import type { ServerConfig } from "../../protocol/types.ts";
import type { Options } from "../../state/options.ts";

export interface OptionsPanelProps {
  /** Text of the address field. */
  readonly address: string;
  readonly options: Options;
  readonly config: ServerConfig;
  readonly onChange: (options: Options) => void;
}
