/** The same items, each next one being made while the caller has one. */
export async function* ahead<T>(items: AsyncGenerator<T>): AsyncGenerator<T> {
  const read = () => {
    const item = items.next();
    item.catch(() => {}); // told to whoever asks for the item
    return item;
  };
  let next = read();
  try {
    for (let item = await next; !item.done; item = await next) {
      next = read();
      yield item.value;
    }
  } finally {
    await Promise.allSettled([next]);
    await items.return(undefined);
  }
}
