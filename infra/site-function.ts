import { filesPath } from '#shared/http/contract.ts';
import { siteRoutes } from '#shared/http/site-routes.ts';

/**
 * Source of the CloudFront function that gives the site's own routes `index.html`. Not error pages: those would turn the
 * API's 403 and 404 into a page with status 200.
 */
export const siteFunctionSource = (): string => `
var exact = ${JSON.stringify(siteRoutes)};
var below = ${JSON.stringify(siteRoutes.filter((route) => route.length > 1 && route.endsWith('/')))};
function handler(event) {
  var request = event.request;
  var uri = request.uri;
  var isRoute = exact.includes(uri) || below.some(function (prefix) { return uri.startsWith(prefix); });
  if (isRoute) request.uri = '/index.html';
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

/** Source of the CloudFront function that makes the address of a file its key in the bucket, and of the path itself the bucket. */
export const filesFunctionSource = (): string => `
function handler(event) {
  var request = event.request;
  request.uri = request.uri.slice(${filesPath.length}) || '/';
  return request;
}
`;
