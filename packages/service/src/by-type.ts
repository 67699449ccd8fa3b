/** A function for each type of a union: a new type is an error of the compiler until there is one for it. */
export type ByType<Union extends { readonly type: string }, Result, Rest extends readonly unknown[] = []> = {
  readonly [Type in Union["type"]]: (one: Extract<Union, { readonly type: Type }>, ...rest: Rest) => Result;
};

export function byType<Union extends { readonly type: string }, Result, Rest extends readonly unknown[]>(
  functions: ByType<Union, Result, Rest>,
  one: Union,
  ...rest: Rest
): Result {
  const call: (one: never, ...rest: Rest) => Result = functions[one.type as Union["type"]];
  // `call` was looked up by the type of `one`, so it accepts `one`; the compiler cannot see that.
  return call(one as never, ...rest);
}

/** Like `byType`, for unions with types that have no function: returns undefined for these. */
export function byTypeIfAny<Union extends { readonly type: string }, Result>(
  functions: Partial<ByType<Union, Result>>,
  one: Union,
): Result | undefined {
  const call: ((one: never) => Result) | undefined = functions[one.type as Union["type"]];
  return call?.(one as never);
}
