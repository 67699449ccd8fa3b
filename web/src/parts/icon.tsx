/** A sign of the sprite in index.html; decoration, its meaning stands beside it in words. */
export function Icon({ name, class: extra = "" }: { readonly name: string; readonly class?: string }) {
  return (
    <svg class={`icon ${extra}`} aria-hidden="true">
      <use href={`#icon-${name}`} />
    </svg>
  );
}
