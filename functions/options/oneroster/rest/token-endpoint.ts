import { type Scope, scopePrefix, scopes } from '#shared/options/oneroster/rest/scopes.ts';
import { offeredParts } from '../keys/offered-parts.ts';
import { makeToken, readKeyBySecret, scopesOf, tokenSeconds } from '../keys/roster-keys.ts';

/** A request for a token, as it came. */
export interface TokenRequest {
  /** The header `Authorization`. */
  authorization: string | undefined;
  contentType: string | undefined;
  body: string;
}

export interface TokenAnswer {
  status: 200 | 400 | 401;
  headers: Readonly<Record<string, string>>;
  body: object;
}

type OAuthError = 'invalid_request' | 'invalid_client' | 'invalid_scope' | 'unsupported_grant_type';

/** No cache keeps a token, nor the answer that there is none (RFC 6749, 5.1). */
const headers = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };

function refusal(error: OAuthError, description: string, isByHeader = false): TokenAnswer {
  const isClient = error === 'invalid_client';
  return {
    status: isClient ? 401 : 400,
    headers: { ...headers, ...(isClient && isByHeader ? { 'WWW-Authenticate': 'Basic realm="OneRoster"' } : {}) },
    body: { error, error_description: description },
  };
}

/**
 * The token endpoint of OAuth 2.0 for client credentials (RFC 6749, 4.4): id and secret in the header or in the body,
 * never in both. Granted are those of the asked scopes that the key has, and all of them where none is asked for; the
 * answer says which. There is no refresh token. A refusal never tells which of id and secret was wrong.
 */
export async function answerTokenRequest(request: TokenRequest, now: Date): Promise<TokenAnswer> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.contentType ?? ''))
    return refusal('invalid_request', 'The body is application/x-www-form-urlencoded.');
  const form = new URLSearchParams(request.body);
  const names = [...form.keys()];
  if (new Set(names).size < names.length) return refusal('invalid_request', 'A parameter is given twice.');
  const grantType = form.get('grant_type');
  if (!grantType) return refusal('invalid_request', 'grant_type is missing.');

  const isByHeader = request.authorization !== undefined;
  if (isByHeader && form.has('client_secret'))
    return refusal('invalid_request', 'The client is named by header and by body.');
  const client = isByHeader ? readBasic(request.authorization ?? '') : readBody(form);
  const key = client && (await readKeyBySecret(client.id, client.secret));
  if (!key) return refusal('invalid_client', 'The id or the secret is wrong, or the key was ended.', isByHeader);
  if (grantType !== 'client_credentials')
    return refusal('unsupported_grant_type', 'The only grant is that of client credentials.');

  const held = new Set(scopesOf(key.reads.filter((part) => offeredParts().includes(part))));
  const granted = readScopes(form.get('scope'), held);
  if (granted === null || granted.length === 0) return refusal('invalid_scope', 'The key has none of these scopes.');
  const token = await makeToken(key, { scopes: granted, now });
  return {
    status: 200,
    headers,
    body: {
      access_token: token,
      token_type: 'Bearer',
      expires_in: tokenSeconds,
      scope: granted.map((scope) => `${scopePrefix}${scope}`).join(' '),
    },
  };
}

interface Client {
  id: string;
  secret: string;
}

/** Id and secret of a Basic header; both are form-encoded in it (RFC 6749, 2.3.1). */
function readBasic(header: string): Client | null {
  const [, encoded] = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(header) ?? [];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return null;
  try {
    return { id: decodeForm(text.slice(0, colon)), secret: decodeForm(text.slice(colon + 1)) };
  } catch {
    return null;
  }
}

const decodeForm = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

function readBody(form: URLSearchParams): Client | null {
  const id = form.get('client_id');
  const secret = form.get('client_secret');
  return id === null || secret === null ? null : { id, secret };
}

/** Characters of a scope (RFC 6749, 3.3), separated by single spaces. */
const scopeList = /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/;

/** Those of the asked scopes that are held; null where the text is no list of scopes. */
function readScopes(asked: string | null, held: ReadonlySet<Scope>): Scope[] | null {
  if (asked === null || asked === '') return [...held];
  if (!scopeList.test(asked)) return null;
  const names = new Set(asked.split(' '));
  return scopes.filter((scope) => held.has(scope) && names.has(`${scopePrefix}${scope}`));
}
