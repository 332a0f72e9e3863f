import { Duration } from 'aws-cdk-lib';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { securityHeaders, strictTransportSeconds } from '#shared/http/security-headers.ts';

/** Headers that CloudFront takes in fields of their own, in lower case; all others are custom headers to it. */
const withOwnField = [
  'content-security-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
];

/** `securityHeaders` as CloudFront's response headers policy; an origin's own value never wins. */
export function siteHeaders(scope: Construct, name: string): cloudfront.ResponseHeadersPolicy {
  return new cloudfront.ResponseHeadersPolicy(scope, 'Headers', {
    responseHeadersPolicyName: `${name}-headers`,
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: securityHeaders['Content-Security-Policy'], override: true },
      strictTransportSecurity: { accessControlMaxAge: Duration.seconds(strictTransportSeconds), override: true },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: cloudfront.HeadersFrameOption.SAMEORIGIN, override: true },
      referrerPolicy: { referrerPolicy: cloudfront.HeadersReferrerPolicy.SAME_ORIGIN, override: true },
    },
    customHeadersBehavior: {
      customHeaders: Object.entries(securityHeaders)
        .filter(([header]) => !withOwnField.includes(header.toLowerCase()))
        .map(([header, value]) => ({ header, value, override: true })),
    },
    removeHeaders: ['Server', 'X-Powered-By'],
  });
}
