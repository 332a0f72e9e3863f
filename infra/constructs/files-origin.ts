import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import * as origins from 'aws-cdk-lib/aws-cloudfront-origins';
import { Construct } from 'constructs';
import { filesPath } from '#shared/http/contract.ts';
import { inEveryRegion } from '../names.ts';
import { filesFunctionSource } from '../site-function.ts';

export interface FilesOriginProps {
  /** For example `formroom-demo`. */
  name: string;
  /** `<bucket>.s3.<region>.amazonaws.com`: the host that links and forms are signed for. */
  bucketHost: string;
  responseHeadersPolicy: cloudfront.IResponseHeadersPolicy;
}

/**
 * The files bucket behind the site's own address. CloudFront has no rights in it: S3 lets through what a function has signed, a
 * link for five minutes or a form for one upload (rule 20), and nothing else. Cookies are not passed on.
 */
export class FilesOrigin extends Construct {
  readonly behaviours: Record<string, cloudfront.BehaviorOptions>;

  constructor(scope: Construct, id: string, { name, bucketHost, responseHeadersPolicy }: FilesOriginProps) {
    super(scope, id);
    const originRequestPolicy = new cloudfront.OriginRequestPolicy(this, 'Signed', {
      originRequestPolicyName: inEveryRegion(this, `${name}-signed-files`),
      comment: 'The signature is in the query',
      queryStringBehavior: cloudfront.OriginRequestQueryStringBehavior.all(),
      headerBehavior: cloudfront.OriginRequestHeaderBehavior.none(),
      cookieBehavior: cloudfront.OriginRequestCookieBehavior.none(),
    });
    const paths = new cloudfront.Function(this, 'Paths', {
      functionName: inEveryRegion(this, `${name}-files`),
      comment: 'Takes the first step off the paths of files',
      code: cloudfront.FunctionCode.fromInline(filesFunctionSource()),
      runtime: cloudfront.FunctionRuntime.JS_2_0,
    });
    const behaviour: cloudfront.BehaviorOptions = {
      origin: new origins.HttpOrigin(bucketHost, { protocolPolicy: cloudfront.OriginProtocolPolicy.HTTPS_ONLY }),
      allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
      cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
      originRequestPolicy,
      responseHeadersPolicy,
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
      compress: false,
      functionAssociations: [{ function: paths, eventType: cloudfront.FunctionEventType.VIEWER_REQUEST }],
    };
    this.behaviours = { [filesPath]: behaviour, [`${filesPath}/*`]: behaviour };
  }
}
