import { CfnOutput, Duration, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import type * as apigateway from 'aws-cdk-lib/aws-apigateway';
import * as acm from 'aws-cdk-lib/aws-certificatemanager';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import * as origins from 'aws-cdk-lib/aws-cloudfront-origins';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { documentsPath, filesPath } from '#shared/http/contract.ts';
import { hashedAssetsPath } from '#shared/http/site-routes.ts';
import type { PublicSchool } from '#shared/school/public-school.ts';
import type { SchoolFile } from '#shared/school/school-file.ts';
import { bucketName } from '../constructs/names-in-stack.ts';
import { createPrivateBucket } from '../constructs/private-bucket.ts';
import { findSharedFunction, lookUpSharedPartId } from '../constructs/shared-part.ts';
import { FilesOrigin } from '../site/files-origin.ts';
import { Firewall } from '../site/firewall.ts';
import { OriginKey, type OriginThrottles } from '../site/origin-key.ts';
import { SiteFiles } from '../site/site-files.ts';

export interface WebStackProps extends StackProps {
  /** For example `formroom-demo`. */
  name: string;
  api: apigateway.RestApiBase;
  throttles: OriginThrottles;
  hasFirewall: boolean;
  /** Every path of the API as the contracts write it. */
  apiPaths: readonly string[];
  /** Patterns of the calls that answer with a printed document. */
  documentPaths: readonly string[];
  accessLogs: s3.IBucket;
  /** Folder of the built web site. */
  site: string;
  publicSchool: PublicSchool;
  /** Content of `/.well-known/security.txt`. */
  securityTxt: string;
  domain: SchoolFile['domain'];
  /** Number of the set of CloudFront's shared parts that the school has (`findSharedSet`). */
  sharedSet: number;
}

/** One address for pages and calls: CloudFront in front of the private bucket of the site and the API. */
export class WebStack extends Stack {
  /** Where people sign in. */
  readonly address: string;
  readonly #set: number;

  constructor(scope: Construct, id: string, { name, api, site, domain, ...props }: WebStackProps) {
    super(scope, id, props);
    this.#set = props.sharedSet;
    const bucket = createPrivateBucket(this, 'Site', {
      accessLogs: { bucket: props.accessLogs, prefix: 'site/' },
      keepOldVersionsDays: 30,
    });
    const distribution = new cloudfront.Distribution(this, 'Distribution', {
      comment: name,
      ...(props.hasFirewall
        ? { webAclId: new Firewall(this, 'Firewall', { name, people: props.throttles.people }).arn }
        : {}),
      ...(domain
        ? {
            domainNames: [domain.name],
            certificate: acm.Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
            minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
          }
        : {}),
      defaultRootObject: 'index.html',
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      // North America and Europe: the cheapest class; Caribbean schools reach Miami.
      priceClass: cloudfront.PriceClass.PRICE_CLASS_100,
      // Without this CloudFront keeps a failure for ten seconds and shows it to everybody, whatever the answer's own
      // headers say.
      errorResponses: [500, 502, 503, 504].map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      ...this.behaviours(name, { ...props, bucket, api }),
    });
    this.acknowledge(distribution, domain);
    const { publicSchool, securityTxt } = props;
    new SiteFiles(this, 'Files', { bucket, site, publicSchool, securityTxt, hashedAssetsPath });

    const own = `https://${distribution.distributionDomainName}`;
    this.address = domain ? `https://${domain.name}` : own;
    new CfnOutput(this, 'Address', {
      description: 'Where the school signs in; a domain of its own needs a DNS alias to it',
      value: own,
    });
  }

  private behaviours(
    name: string,
    {
      bucket,
      api,
      throttles,
      apiPaths,
      documentPaths,
    }: Pick<WebStackProps, 'api' | 'throttles' | 'apiPaths' | 'documentPaths'> & {
      bucket: s3.IBucket;
    },
  ): Pick<cloudfront.DistributionProps, 'defaultBehavior' | 'additionalBehaviors'> {
    const headers = this.sharedHeaders('headers');
    const toSite: cloudfront.BehaviorOptions = {
      // LIST makes a missing file a 404; without it S3 answers 403 rather than tell.
      origin: origins.S3BucketOrigin.withOriginAccessControl(bucket, {
        originAccessControl: cloudfront.S3OriginAccessControl.fromOriginAccessControlId(
          this,
          'SiteAccess',
          lookUpSharedPartId(this, 'site-access', this.#set),
        ),
        originAccessLevels: [cloudfront.AccessLevel.READ, cloudfront.AccessLevel.LIST],
      }),
      cachePolicy: cloudfront.CachePolicy.CACHING_OPTIMIZED,
      responseHeadersPolicy: headers,
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      compress: true,
    };
    const toApi: cloudfront.BehaviorOptions = {
      origin: new origins.RestApiOrigin(api, {
        customHeaders: { 'x-api-key': new OriginKey(this, 'OriginKey', { name, api, throttles }).value },
        readTimeout: Duration.seconds(30),
      }),
      allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
      cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
      originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      responseHeadersPolicy: headers,
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
      compress: true,
    };
    const ofDocuments = this.sharedHeaders('document-headers');
    const toDocuments: cloudfront.BehaviorOptions = { ...toApi, responseHeadersPolicy: ofDocuments };
    const hostOf = (bucket: 'files' | 'documents') =>
      `${bucketName(this, name, bucket)}.s3.${this.region}.amazonaws.com`;
    const files = new FilesOrigin(this, 'FilesOrigin', {
      bucketHosts: { [filesPath]: hostOf('files'), [documentsPath]: hostOf('documents') },
      responseHeadersPolicy: ofDocuments,
      sharedSet: this.#set,
    });
    const routes = findSharedFunction(this, 'routes', this.#set);
    const texts = findSharedFunction(this, 'texts', this.#set);
    const nameTexts = { function: texts, eventType: cloudfront.FunctionEventType.VIEWER_RESPONSE };
    return {
      defaultBehavior: {
        ...toSite,
        functionAssociations: [{ function: routes, eventType: cloudfront.FunctionEventType.VIEWER_REQUEST }, nameTexts],
      },
      additionalBehaviors: {
        // Hashed files are never a route.
        [`${hashedAssetsPath}*`]: { ...toSite, functionAssociations: [nameTexts] },
        ...files.behaviours,
        // CloudFront takes the first pattern that fits: a document before the calls around it.
        ...Object.fromEntries(documentPaths.map((path) => [path, toDocuments])),
        ...Object.fromEntries(
          apiPatterns(apiPaths)
            .filter((pattern) => !documentPaths.includes(pattern))
            .map((pattern) => [pattern, toApi]),
        ),
      },
    };
  }

  private sharedHeaders(part: 'headers' | 'document-headers'): cloudfront.IResponseHeadersPolicy {
    const id = part === 'headers' ? 'Headers' : 'DocumentHeaders';
    return cloudfront.ResponseHeadersPolicy.fromResponseHeadersPolicyId(
      this,
      id,
      lookUpSharedPartId(this, part, this.#set),
    );
  }

  private acknowledge(distribution: cloudfront.Distribution, domain: SchoolFile['domain']): void {
    const validations = Validations.of(distribution);
    validations.acknowledge(
      { id: 'AwsSolutions-CFR1', reason: 'Teachers travel and study abroad; a sign-in is asked for everywhere.' },
      {
        id: 'AwsSolutions-CFR2',
        reason:
          'A web ACL costs more a month than everything else together, so it is a setting (`firewall`); the API throttles and sign-in is throttled per account and address.',
      },
      {
        id: 'AwsSolutions-CFR3',
        reason:
          'CloudFront’s own log records whole queries, and queries name pupils; API Gateway logs each call without them, S3 each file.',
      },
    );
    validations.acknowledge({
      id: 'Annotation::@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk',
      reason: 'The default root object is set, and every route is given index.html: nothing lists the bucket.',
    });
    if (domain) return;
    validations.acknowledge({
      id: 'AwsSolutions-CFR4',
      reason: 'CloudFront’s own certificate cannot be set to TLS 1.2; a school with a domain gets TLSv1.2_2021.',
    });
  }
}

/**
 * CloudFront path patterns that cover the API: `/api/*` for deep paths, the path itself for single ones and those
 * beside files of the site.
 */
export function apiPatterns(paths: readonly string[]): string[] {
  const patterns = paths.map((path) => {
    const [, first = '', ...rest] = path.split('/');
    if (first === '.well-known') return path;
    return rest.length > 0 ? `/${first}/*` : `/${first}`;
  });
  return [...new Set(patterns)].sort();
}
