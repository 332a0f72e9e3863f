import { sessionParameter } from '#shared/http/contract.ts';
import { documentHeaders, otherSessionMessage } from '#shared/http/security-headers.ts';
import { lightPages, routesOfSite } from '#shared/product.ts';

/**
 * Source of the CloudFront function that gives the site's own routes `index.html`, and unknown addresses that a browser
 * opens as a page (`isUnknownPage`). Not error pages: those would turn the API's 403 and 404 into a page with status
 * 200.
 */
export const siteFunctionSource = (): string => `
var exact = ${JSON.stringify(routesOfSite)};
var below = ${JSON.stringify(routesOfSite.filter((route) => route.length > 1 && route.endsWith('/')))};
var pages = ${JSON.stringify(lightPages.map(({ page, routes }) => ({ page, routes })))};
function handler(event) {
  var request = event.request;
  var uri = request.uri;
  for (var i = 0; i < pages.length; i++) {
    var isPage = pages[i].routes.some(function (route) { return uri === route || (route.endsWith('/') && uri.startsWith(route)); });
    if (isPage) {
      request.uri = '/' + pages[i].page;
      return request;
    }
  }
  var isRoute = exact.includes(uri) || below.some(function (prefix) { return uri.startsWith(prefix); });
  var accept = request.headers.accept ? request.headers.accept.value : '';
  var isUnknownPage = accept.includes('text/html') && !uri.slice(uri.lastIndexOf('/')).includes('.') && !uri.startsWith('/api/');
  if (isRoute || isUnknownPage) request.uri = '/index.html';
  return request;
}
`;

/** Source of the CloudFront function that names the character set of texts: S3 tells a file's type alone. */
export const textFunctionSource = (): string => `
function handler(event) {
  var response = event.response;
  var type = response.headers['content-type'];
  if (type && /^(text\\/[a-z]+|application\\/javascript|image\\/svg\\+xml)$/.test(type.value)) type.value += '; charset=utf-8';
  return response;
}
`;

/**
 * Source of the CloudFront function that makes the address of a file its key in the bucket, and of the path itself the
 * bucket. A link opens in the session that it was made for alone (`sessionParameter`); a form that S3 has signed may be
 * sent without.
 */
export const filesFunctionSource = (): string => `
var crypto = require('crypto');
var refusal = {
  statusCode: 403,
  statusDescription: 'Forbidden',
  headers: ${JSON.stringify(Object.fromEntries(Object.entries(refusalHeaders).map(([name, value]) => [name.toLowerCase(), { value }])))},
  body: ${JSON.stringify(JSON.stringify({ errors: { message: [otherSessionMessage] } }))}
};
function handler(event) {
  var request = event.request;
  if (request.method !== 'POST') {
    var cookie = request.cookies['__Host-session'];
    var mark = request.querystring['${sessionParameter}'];
    if (!cookie || !cookie.value || !mark) return refusal;
    if (crypto.createHash('sha256').update(cookie.value).digest('hex') !== mark.value) return refusal;
  }
  request.uri = request.uri.replace(/^\\/[^/]*/, '') || '/';
  return request;
}
`;

/** CloudFront adds no headers of its own policy to what a function answers. */
const refusalHeaders = { ...documentHeaders, 'Cache-Control': 'private, no-store', 'Content-Type': 'application/json' };
