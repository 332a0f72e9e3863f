import type { RawInput as CallInput, CallRow, Output } from '#shared/http/contract.ts';
import type { ErrorBody } from '#shared/http/error-body.ts';
import { toWebRequest } from '../../../web/api/request.ts';

export interface ClientAnswer<T> {
  status: number;
  body: T;
  error: ErrorBody['errors'] | undefined;
  headers: Headers;
  bytes: Uint8Array;
}

export interface RawRequest {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array | FormData;
  /** Left out, the client sends its CSRF token with every state-changing request. */
  isCsrfSent?: boolean;
}

/** A browser without a screen: keeps cookies and sends the CSRF header. */
export class TestClient {
  url: string;
  readonly cookies = new Map<string, string>();
  /** Each cookie's last line as it was set, with its flags. */
  readonly setCookies = new Map<string, string>();
  /** The key of a scan station, in place of a session. */
  stationKey: string | undefined;

  constructor(url: string) {
    this.url = url;
  }

  /** Gets the security cookie and signs in at the door of the account's area; throws unless the answer is 200. */
  async signIn(name: string, password: string): Promise<this> {
    await this.send({ method: 'GET', path: '/sanctum/csrf-cookie' });
    const answer = await this.send({ method: 'POST', path: '/login', body: JSON.stringify({ name, password }) });
    if (answer.status !== 200) throw new Error(`${name} could not sign in: ${answer.status}`);
    return this;
  }

  /** Makes a contract's call. */
  async call<C extends CallRow>(
    call: C,
    input: CallInput<C>,
    headers: Record<string, string> = {},
  ): Promise<ClientAnswer<Output<C>>> {
    const { url: path, body } = toWebRequest(call, input as Record<string, unknown>);
    const answer = await this.send({ method: call.method, path, headers, ...(body === undefined ? {} : { body }) });
    return answer as ClientAnswer<Output<C>>;
  }

  /** Opens a link that an answer gave, in this session. */
  follow(link: string): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return fetch(new URL(link, this.url), { headers: { cookie } });
  }

  async send({ method, path, headers = {}, body, isCsrfSent = true }: RawRequest): Promise<ClientAnswer<unknown>> {
    const csrf = this.cookies.get('XSRF-TOKEN') ?? this.cookies.get('__Host-XSRF-TOKEN');
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(body === undefined || body instanceof FormData ? {} : { 'Content-Type': 'application/json' }),
        ...(isCsrfSent && csrf !== undefined && method !== 'GET' ? { 'X-XSRF-TOKEN': csrf } : {}),
        ...(this.stationKey === undefined ? {} : { 'X-Station-Key': this.stationKey }),
        ...(this.cookies.size === 0 ? {} : { Cookie: [...this.cookies].map((pair) => pair.join('=')).join('; ') }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: body as BodyInit }),
      redirect: 'manual',
    });
    this.#keep(response.headers);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    const parsed: unknown = isJson && bytes.length > 0 ? JSON.parse(new TextDecoder().decode(bytes)) : undefined;
    return {
      status: response.status,
      body: parsed,
      error: response.ok ? undefined : (parsed as ErrorBody | undefined)?.errors,
      headers: response.headers,
      bytes,
    };
  }

  #keep(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';');
      const [name = '', value = ''] = pair.split('=');
      const isRemoved = attributes.some((attribute) => attribute.trim().toLowerCase() === 'max-age=0');
      if (isRemoved) this.cookies.delete(name);
      else this.cookies.set(name, value);
      this.setCookies.set(name, line);
    }
  }
}
