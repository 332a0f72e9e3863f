import { Duration } from 'aws-cdk-lib';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { type SecurityHeaders, strictTransportSeconds } from '#shared/http/security-headers.ts';

/** Headers that CloudFront takes in fields of their own, in lower case; all others are custom headers to it. */
const withOwnField = [
  'content-security-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
];

/**
 * Headers as a response headers policy of CloudFront; an origin's own value never wins. Accounts hold 20 such policies.
 */
export function createHeadersPolicy(
  scope: Construct,
  id: string,
  { name, headers }: { name: string; headers: SecurityHeaders },
): cloudfront.ResponseHeadersPolicy {
  return new cloudfront.ResponseHeadersPolicy(scope, id, {
    responseHeadersPolicyName: name,
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: headers['Content-Security-Policy'], override: true },
      strictTransportSecurity: {
        accessControlMaxAge: Duration.seconds(strictTransportSeconds),
        includeSubdomains: true,
        override: true,
      },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: cloudfront.HeadersFrameOption.SAMEORIGIN, override: true },
      referrerPolicy: { referrerPolicy: cloudfront.HeadersReferrerPolicy.SAME_ORIGIN, override: true },
    },
    customHeadersBehavior: {
      customHeaders: Object.entries(headers)
        .filter(([header]) => !withOwnField.includes(header.toLowerCase()))
        .map(([header, value]) => ({ header, value, override: true })),
    },
    removeHeaders: ['Server', 'X-Powered-By'],
  });
}
