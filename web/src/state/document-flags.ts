import { DOCUMENT_OPTIONS, type DocumentFlag } from "@llmstxt-service/document/document-options";

/** Choices about a document that are on or off; those left out are the server's to make. */
export type DocumentFlags = { readonly [Name in DocumentFlag]?: boolean };

interface ShownFlag {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  readonly isOn: boolean;
}

/** The flags among other fields. */
export const documentFlagsOf = (given: object): DocumentFlags =>
  Object.fromEntries(Object.entries(given).filter(([name, choice]) => isFlag(name) && typeof choice === "boolean"));

const isFlag = (name: string): boolean => FLAGS.some(([flag]) => flag === name);

const FLAGS = Object.entries(DOCUMENT_OPTIONS).flatMap(([name, option]) =>
  "label" in option ? [[name, option] as const] : [],
);

/** Each flag with its words, as it was chosen or as the server would have it. */
export function shownFlags(chosen: object, ofServer: object): readonly ShownFlag[] {
  const states = new Map(Object.entries({ ...documentFlagsOf(ofServer), ...documentFlagsOf(chosen) }));
  return FLAGS.map(([name, option]) => {
    const help = `${option.about.charAt(0).toUpperCase()}${option.about.slice(1)}.`;
    return { name, label: option.label, help, isOn: states.get(name) ?? option.default };
  });
}
