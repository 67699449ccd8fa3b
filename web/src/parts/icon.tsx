/** A symbol of the sprite in index.html. It is decoration: words beside it have its meaning. */
export function Icon({ name, class: extra = "" }: { readonly name: string; readonly class?: string }) {
  return (
    <svg class={`icon ${extra}`} aria-hidden="true">
      <use href={`#icon-${name}`} />
    </svg>
  );
}
