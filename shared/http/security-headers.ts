/**
 * What every answer of the site carries, page, call and document alike: CloudFront adds these when deployed, the gateway
 * on one machine adds the same, so a page that breaks the policy breaks at a developer's desk first.
 */

/** Directives of the Content-Security-Policy: nothing but the site itself; `blob:` is for previews and printed reports. */
const contentSecurityPolicy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'frame-src': "'self' blob:",
  'frame-ancestors': "'self'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'object-src': "'none'",
} as const;

/** Seconds for which a browser insists on https: two years. Only for this host: a district may run others below it. */
export const strictTransportSeconds = 63_072_000;

export const securityHeaders = {
  'Content-Security-Policy': Object.entries(contentSecurityPolicy)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; '),
  'Strict-Transport-Security': `max-age=${strictTransportSeconds}`,
  'X-Content-Type-Options': 'nosniff',
  /** For browsers that do not know `frame-ancestors`. */
  'X-Frame-Options': 'SAMEORIGIN',
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  /** Pupils' data has no place in a search engine. */
  'X-Robots-Tag': 'noindex, nofollow',
} as const;
