/** The engine copies shorter cuts itself. */
const MIN_SHARED_CHARACTERS = 13;

/**
 * A copy of a text that shares no memory with the one it was cut from. The engine cuts strings without copying: a title
 * that is kept would keep the whole page it stood in.
 */
export const ownText = (text: string): string => (text.length < MIN_SHARED_CHARACTERS ? text : ` ${text}`.slice(1));
