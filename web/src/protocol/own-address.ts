const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)$/;

export const isLoopback = (url: string): boolean => LOOPBACK.test(URL.parse(url)?.hostname ?? "");

/** True if the server calls itself by another address than this page was opened under. */
export function isElsewhere(publicUrl: string): boolean {
  const origin = URL.parse(publicUrl)?.origin;
  return origin !== undefined && origin !== location.origin;
}

let replaced: string | undefined;

/** Learns what the server calls itself. A name that works on the server's machine only is not shown elsewhere. */
export function learnPublicUrl(publicUrl: string): void {
  replaced = isElsewhere(publicUrl) && isLoopback(publicUrl) ? URL.parse(publicUrl)?.origin : undefined;
}

/** The same with its file's address as it works from here. */
export function withOwnAddress<T extends { readonly fileUrl: string | null }>(answer: T): T {
  const { fileUrl } = answer;
  if (replaced === undefined || fileUrl === null || URL.parse(fileUrl)?.origin !== replaced) return answer;
  return { ...answer, fileUrl: location.origin + fileUrl.slice(replaced.length) };
}
