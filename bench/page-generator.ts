const WORDS =
  "the page says what a reader came for and little else while around it stand menus banners and links that every page repeats".split(
    " ",
  );

/** A web page of about so many bytes, the same for the same seed: menus, text, scripts and styles in ordinary shares. */
export function generatedPage(bytes: number, seed: number): Buffer {
  let state = seed + 1;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state % below;
  };
  const words = (count: number) => Array.from({ length: count }, () => WORDS[random(WORDS.length)]).join(" ");
  const parts = [
    () =>
      `<p class="text-${random(99)}">${words(40)}, <a href="/p/${random(999)}?a=1&amp;b=2">${words(3)}</a> ${words(20)}.</p>\n`,
    () =>
      `<ul class="menu__list">${`<li class="menu__item"><a class="menu__link" href="/m/${random(999)}">${words(2)}</a></li>`.repeat(8)}</ul>\n`,
    () =>
      `<div class="card shadow rounded" data-id="${random(9999)}"><div><h3>${words(4)}</h3><span>${words(12)}</span></div></div>\n`,
    () => `<script>window.x${random(99)} = ${JSON.stringify(words(120))};</script>\n`,
    () =>
      `<svg viewBox="0 0 24 24" class="icon"><path d="M${Array.from({ length: 60 }, () => random(24)).join(" ")}"></path></svg>\n`,
  ];
  let html = `<!doctype html><html lang="en"><head><title>${words(5)}</title><meta name="description" content="${words(12)}"><link rel="canonical" href="/x"></head><body><main>\n`;
  while (html.length < bytes) html += parts[random(parts.length)]?.() ?? "";
  return Buffer.from(`${html}</main></body></html>`);
}
