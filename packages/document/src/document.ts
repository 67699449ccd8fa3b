/** One link of a document. */
export interface Item {
  readonly title: string;
  readonly url: string;
  readonly excerpt?: string;
}

export interface Section {
  readonly name: string;
  readonly items: readonly Item[];
}

/** An llms.txt as data: everything in it is one line of harmless text. */
export interface LlmsTxt {
  readonly name: string;
  readonly summary?: string;
  /** The paragraph between summary and first section; both official parsers need one. */
  readonly metadata: string;
  /** An owner's paragraphs below the metadata. */
  readonly notes?: readonly string[];
  readonly sections: readonly Section[];
}

/** The document's bytes; `parseLlmsTxt` reads the same document back. */
export function writeLlmsTxt(document: LlmsTxt): string {
  const blocks = [
    headOf(document),
    ...document.sections.map((section) => `## ${section.name}\n\n${section.items.map(itemLine).join("\n")}`),
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** Name, summary, metadata and notes, as they also begin llms-full.txt. */
export function headOf({ name, summary, metadata, notes = [] }: LlmsTxt): string {
  return [`# ${name}`, ...(summary ? [`> ${summary}`] : []), metadata, ...notes].join("\n\n");
}

export function itemLine({ title, url, excerpt }: Item): string {
  return excerpt ? `- [${title}](${url}): ${excerpt}` : `- [${title}](${url})`;
}
