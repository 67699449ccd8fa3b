/**
 * True if an Accept field weighs Markdown more than HTML (RFC 9110, 12.5.1): of the ranges for a type the most specific counts, with
 * its `q`. Refers to nothing outside itself: the Worker has its source.
 */
export function prefersMarkdown(accept: string): boolean {
  const weightOf = (wanted: string): number => {
    let [weight, specific] = [0, 0];
    for (const range of accept.toLowerCase().split(",")) {
      const [type, ...parameters] = range.split(";").map((part) => part.trim());
      const rank = ["*/*", "text/*", wanted].indexOf(type ?? "") + 1;
      if (rank === 0 || rank < specific) continue;
      const given = parameters.find((parameter) => parameter.startsWith("q="));
      const q = given === undefined ? 1 : Number(/^q=([01](?:\.\d{0,3})?)$/.exec(given)?.[1] ?? 0);
      weight = rank > specific ? q : Math.max(weight, q);
      specific = rank;
    }
    return weight;
  };
  return weightOf("text/markdown") > weightOf("text/html");
}
