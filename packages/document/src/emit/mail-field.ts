/** A field's value in one line: what would end it, or a reader's view of it, is a space. The mail library encodes the rest. */
export const mailField = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, " ").trim();

/** A mail's fields as its receiver reads them, the name in small letters. */
export function readMailFields(message: string): readonly (readonly [name: string, value: string])[] {
  const [head = ""] = message.split("\r\n\r\n", 1);
  return head
    .replace(/\r\n(?=[ \t])/g, "")
    .split("\r\n")
    .map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    });
}
