import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import * as origins from 'aws-cdk-lib/aws-cloudfront-origins';
import { Construct } from 'constructs';
import { documentsPath, filesPath } from '#shared/http/contract.ts';
import { findSharedFunction, lookUpSharedPartId } from '../constructs/shared-part.ts';

export interface FilesOriginProps {
  /**
   * The host that links and forms are signed for, such as `<bucket>.s3.<region>.amazonaws.com`, by the path below which
   * it is.
   */
  bucketHosts: Readonly<Record<typeof filesPath | typeof documentsPath, string>>;
  responseHeadersPolicy: cloudfront.IResponseHeadersPolicy;
  /** Number of the set of CloudFront's shared parts. */
  sharedSet: number;
}

/**
 * The buckets of files and documents behind the site's own address. CloudFront has no rights in them: S3 lets through
 * what a function has signed, a link for five minutes and one session or a form for one upload (rule 20), and nothing
 * else. Cookies are not passed on.
 */
export class FilesOrigin extends Construct {
  readonly behaviours: Record<string, cloudfront.BehaviorOptions>;

  constructor(scope: Construct, id: string, { bucketHosts, responseHeadersPolicy, sharedSet }: FilesOriginProps) {
    super(scope, id);
    const originRequestPolicy = cloudfront.OriginRequestPolicy.fromOriginRequestPolicyId(
      this,
      'Signed',
      lookUpSharedPartId(this, 'signed-files', sharedSet),
    );
    const paths = findSharedFunction(this, 'files', sharedSet);
    const to = (host: string): cloudfront.BehaviorOptions => ({
      origin: new origins.HttpOrigin(host, { protocolPolicy: cloudfront.OriginProtocolPolicy.HTTPS_ONLY }),
      allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
      cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
      originRequestPolicy,
      responseHeadersPolicy,
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
      compress: false,
      functionAssociations: [{ function: paths, eventType: cloudfront.FunctionEventType.VIEWER_REQUEST }],
    });
    const handedIn = to(bucketHosts[filesPath]);
    this.behaviours = {
      [filesPath]: handedIn,
      [`${filesPath}/*`]: handedIn,
      // Nothing is sent there: links to what the school made.
      [`${documentsPath}/*`]: {
        ...to(bucketHosts[documentsPath]),
        allowedMethods: cloudfront.AllowedMethods.ALLOW_GET_HEAD,
      },
    };
  }
}
