import type { ButtonHTMLAttributes, ComponentChildren } from "preact";

/** An icon of the sprite in index.html. It is decoration: the text beside it has its meaning. */
export const Icon = ({ name, class: extra = "" }: { readonly name: string; readonly class?: string }) => (
  <svg class={`icon ${extra}`} aria-hidden="true">
    <use href={`#icon-${name}`} />
  </svg>
);

interface Look {
  /** Icon before the text. Without text the button needs an `aria-label`. */
  readonly icon?: string;
  readonly label?: string;
  /** Content after the label, or in its place. */
  readonly children?: ComponentChildren;
  readonly class?: string;
}

type ButtonProps = Look & Omit<ButtonHTMLAttributes<HTMLButtonElement>, keyof Look>;

/** A button, which sends its form only if its type is `submit`. */
export const Button = ({ type = "button", icon, label, class: look = "", children, ...rest }: ButtonProps) => (
  <button type={type} class={`btn ${look}`} {...rest}>
    {icon && <Icon name={icon} />}
    {label}
    {children}
  </button>
);

interface LinkButtonProps extends Look {
  readonly href: string;
  readonly "aria-label"?: string;
}

/** A link that looks like a button. */
export const LinkButton = ({ icon, label, class: look = "", children, ...rest }: LinkButtonProps) => (
  <a class={`btn ${look}`} {...rest}>
    {icon && <Icon name={icon} />}
    {label}
    {children}
  </a>
);
