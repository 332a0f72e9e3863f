import { localAccount } from './account.ts';
import { credentialScope, isSameSignature, sha256, signatureAlgorithm, signRequest } from './signature-v4.ts';

/** A call of AWS's JSON protocols: a POST to `/`, which names its operation in a header, or to the operation's path. */
export interface JsonCall {
  /** The value of a header by its name in lower case. */
  header: (name: string) => string | undefined;
  body: Buffer;
  /** As a signature names it: `dynamodb`, `states`. */
  service: string;
  /** Of a service that names operations by path. */
  path?: string;
}

/** Why a call is refused, as the services name it. */
export interface CallFault {
  code: string;
  message: string;
}

const credentials = new RegExp(
  `^${signatureAlgorithm} Credential=([^,]{1,200}),\\s*SignedHeaders=([^,]{1,2000}),\\s*Signature=([0-9a-f]{64})$`,
);

export const refuseWebPage = (header: JsonCall['header']): CallFault | undefined =>
  header('origin') === undefined ? undefined : { code: 'AccessDeniedException', message: 'Web pages are not answered' };

/**
 * Whether a call comes from somebody who holds this start's key (`localAccount`); undefined where it does. What a web
 * page sends is refused whatever it holds: no browser speaks this protocol, and a page must not find out what is here.
 */
export function findCallFault({ header, body, service, path }: JsonCall): CallFault | undefined {
  const fault = refuseWebPage(header);
  if (fault) return fault;
  const authorization = header('authorization');
  if (authorization === undefined)
    return { code: 'MissingAuthenticationTokenException', message: 'Missing Authentication Token' };
  const [, credential = '', signedHeaders = '', signature = ''] = credentials.exec(authorization) ?? [];
  const [keyId, day = ''] = credential.split('/');
  if (keyId !== localAccount.accessKeyId)
    return { code: 'UnrecognizedClientException', message: 'The security token included in the request is invalid.' };
  const date = header('x-amz-date') ?? '';
  const isInScope =
    credential === `${keyId}/${credentialScope(day, service)}` && date.startsWith(day) && day.length === 8;
  const names = signedHeaders.split(';');
  const isWhole = ['host', 'x-amz-date', ...(path === undefined ? ['x-amz-target'] : [])].every((name) =>
    names.includes(name),
  );
  const expected = () =>
    signRequest({
      method: 'POST',
      path: path ?? '/',
      query: '',
      contentSha256: sha256(body),
      header,
      signedHeaders,
      date,
      day,
      service,
    });
  if (isInScope && isWhole && isSameSignature(expected(), signature)) return undefined;
  return {
    code: 'InvalidSignatureException',
    message: 'The request signature we calculated does not match the signature you provided.',
  };
}
