import { DOCUMENT_OPTIONS, type DocumentOption } from "@llmstxt-service/document/document-options";
import { Option } from "commander";
import { inRange, isRanged } from "./in-range.ts";

/** The options of a document as flags: of a crawl, or of an enrolled site, which keeps what is not given. */
export const documentFlags = (subject: "crawl" | "site"): readonly Option[] =>
  Object.entries<DocumentOption>(DOCUMENT_OPTIONS).flatMap(([name, option]) => {
    const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    if (option.type === "flag") {
      const [usual, other] = option.default ? [`--${flag}`, `--no-${flag}`] : [`--no-${flag}`, `--${flag}`];
      const back = new Option(usual, `take ${other} back`).hideHelp(subject === "crawl");
      const chosen = new Option(other, option.default ? `without ${option.about}` : option.about);
      // A flag that comes first without its opposite would be on by itself.
      return option.default ? [back, chosen] : [chosen, back];
    }
    const number = new Option(`--${flag} <${option.unit}>`, option.about);
    if (isRanged(name)) number.argParser(inRange(name));
    return [subject === "crawl" ? number.default(option.default) : number];
  });
