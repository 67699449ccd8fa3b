/** A text quoted for a POSIX shell, where in single quotes only the quote has a meaning: addresses are strangers' words. */
export const inShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
