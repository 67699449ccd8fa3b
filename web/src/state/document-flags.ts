import { DOCUMENT_OPTIONS, type DocumentFlag } from "@llmstxt-service/document/document-options";

/** Document options that are on or off; the server has defaults for those left out. */
export type DocumentFlags = { readonly [Name in DocumentFlag]?: boolean };

interface ShownFlag {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  readonly isOn: boolean;
}

/** The flags among the fields of an object. */
export const pickDocumentFlags = (given: object): DocumentFlags =>
  Object.fromEntries(Object.entries(given).filter(([name, choice]) => isFlag(name) && typeof choice === "boolean"));

const isFlag = (name: string): boolean => FLAGS.some(([flag]) => flag === name);

const FLAGS = Object.entries(DOCUMENT_OPTIONS).flatMap(([name, option]) =>
  "label" in option ? [[name, option] as const] : [],
);

/** Each flag in words, with the chosen value or the server's default. */
export function shownFlags(chosen: object, ofServer: object): readonly ShownFlag[] {
  const states = new Map(Object.entries({ ...pickDocumentFlags(ofServer), ...pickDocumentFlags(chosen) }));
  return FLAGS.map(([name, option]) => {
    const help = `${option.about.charAt(0).toUpperCase()}${option.about.slice(1)}.`;
    return { name, label: option.label, help, isOn: states.get(name) ?? option.default };
  });
}
