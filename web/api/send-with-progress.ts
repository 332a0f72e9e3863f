/** The request, as `fetch` takes it. */
interface Sending {
  method: string;
  headers: Headers;
  body?: string | FormData;
  signal?: AbortSignal;
}

/**
 * Like `fetch`, with the progress of the upload, 0 to 1. Browsers report it of an XMLHttpRequest only: a stream that
 * `fetch` sends counts what was read from it, not what was sent, and needs HTTP/2.
 */
export function sendWithProgress(
  url: string,
  { method, headers, body, signal }: Sending,
  onSent: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.responseType = 'arraybuffer';
    for (const [name, value] of headers) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onSent(total === 0 ? 0 : loaded / total);
    request.upload.onload = () => onSent(1);
    request.onload = () => {
      const { status, statusText } = request;
      const type = request.getResponseHeader('content-type') ?? '';
      // No content is no body: not even an empty one.
      const answered = status === 204 ? null : (request.response as ArrayBuffer);
      resolve(new Response(answered, { status, statusText, headers: { 'content-type': type } }));
    };
    request.onerror = () => reject(new TypeError('The request was not answered.'));
    const abort = () => {
      request.abort();
      reject(signal?.reason);
    };
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort);
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    request.send(body);
  });
}
