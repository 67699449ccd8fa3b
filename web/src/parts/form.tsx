import type { FormHTMLAttributes } from "preact";

interface FormProps extends FormHTMLAttributes {
  /** Called in the place of the browser's own request. */
  readonly onSend: () => unknown;
}

/** A form that leaves its page where it is. */
export function Form({ onSend, ...rest }: FormProps) {
  const onSubmit = (event: Event) => {
    event.preventDefault();
    void onSend();
  };
  return <form onSubmit={onSubmit} {...rest} />;
}
