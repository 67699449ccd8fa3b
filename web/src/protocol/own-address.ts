const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)$/;

export const isLoopbackUrl = (url: string): boolean => LOOPBACK.test(URL.parse(url)?.hostname ?? "");

/** True if PUBLIC_URL is another address than this page was opened under. */
export function isElsewhere(publicUrl: string): boolean {
  const origin = URL.parse(publicUrl)?.origin;
  return origin !== undefined && origin !== location.origin;
}

let replaced: string | undefined;

/**
 * Stores the server's PUBLIC_URL. If it works on the server's machine only, and the page was opened elsewhere, links
 * get the page's address.
 */
export function learnPublicUrl(publicUrl: string): void {
  replaced = isElsewhere(publicUrl) && isLoopbackUrl(publicUrl) ? URL.parse(publicUrl)?.origin : undefined;
}

/** The answer with the file's address as it works from this browser. */
export function withOwnAddress<T extends { readonly fileUrl: string | null }>(answer: T): T {
  const { fileUrl } = answer;
  if (replaced === undefined || fileUrl === null || URL.parse(fileUrl)?.origin !== replaced) return answer;
  return { ...answer, fileUrl: location.origin + fileUrl.slice(replaced.length) };
}
