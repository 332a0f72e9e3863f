/**
 * What every answer of the site carries, page, call and document alike: CloudFront adds these when deployed, the
 * gateway on one machine adds the same, so a page that breaks the policy breaks at a developer's desk first.
 */

/** Directives of the Content-Security-Policy: nothing but the site itself; `blob:` is for previews. */
const contentSecurityPolicy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'frame-src': "'self'",
  'frame-ancestors': "'self'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'object-src': "'none'",
} as const;

/**
 * Seconds for which a browser insists on https: two years, for this host and all below it
 * (docs/operations/first-school.md).
 */
export const strictTransportSeconds = 63_072_000;

/**
 * Of a printed document. Browsers that show a PDF in a page of their own lay it out with styles in that page, which the
 * site's policy refuses. It runs no script, loads nothing, and sends nothing (ADR 0005).
 */
const documentPolicy = {
  'default-src': "'none'",
  'style-src': "'unsafe-inline'",
  'frame-ancestors': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
} as const;

const policyText = (directives: Readonly<Record<string, string>>): string =>
  Object.entries(directives)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');

export const securityHeaders = {
  'Content-Security-Policy': policyText(contentSecurityPolicy),
  'Strict-Transport-Security': `max-age=${strictTransportSeconds}; includeSubDomains`,
  'X-Content-Type-Options': 'nosniff',
  /** For browsers that do not know `frame-ancestors`. */
  'X-Frame-Options': 'SAMEORIGIN',
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy':
    // A scan station reads cards by camera where there is no scanner.
    'accelerometer=(), camera=(self), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  /** Students' data has no place in a search engine. */
  'X-Robots-Tag': 'noindex, nofollow',
} as const;

export type SecurityHeaders = Readonly<Record<keyof typeof securityHeaders, string>>;

/** Headers of calls that answer with a printed document, in place of the pages' policy. */
export const documentHeaders: SecurityHeaders = {
  ...securityHeaders,
  'Content-Security-Policy': policyText(documentPolicy),
};

/** Answered to a link to a file that was made for another session, or is opened without one. */
export const otherSessionMessage = 'This link opens only where it was made. Please sign in and open the file again.';

/** Headers of an answer by the media type of its call; a page's where it has none. */
export const securityHeadersFor = (mediaTypes: readonly string[]): SecurityHeaders =>
  mediaTypes.includes('application/pdf') ? documentHeaders : securityHeaders;
