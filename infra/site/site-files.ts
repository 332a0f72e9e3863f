import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DefaultStackSynthesizer, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import type { CfnLayerVersion } from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { isPageOpen, lightPages } from '#shared/product.ts';
import { fillSchoolTexts } from '#shared/school/fill-school-texts.ts';
import type { PublicSchool } from '#shared/school/public-school.ts';
import { securityTxtPath } from '#shared/school/security-txt.ts';

export interface SiteFilesProps {
  bucket: s3.IBucket;
  /** Folder of the built web site. */
  site: string;
  publicSchool: PublicSchool;
  /** Content of `/.well-known/security.txt`. */
  securityTxt: string;
  hashedAssetsPath: string;
}

/** The pages, which name the school. */
const htmlFiles = ['index.html', ...lightPages.map(({ page }) => page)];

/**
 * The built site in its bucket. Hashed files first and never removed, so that a tab opened before an upgrade still
 * finds its chunks; then the pages that name them, asked for again at every visit.
 */
export class SiteFiles extends Construct {
  constructor(scope: Construct, id: string, { bucket, site, hashedAssetsPath, ...files }: SiteFilesProps) {
    super(scope, id);
    const hashed = `${hashedAssetsPath.slice(1)}*`;
    const common = {
      destinationBucket: bucket,
      prune: false,
      memoryLimit: 512,
      logGroup: new logs.LogGroup(this, 'Log', {
        retention: logs.RetentionDays.ONE_MONTH,
        removalPolicy: RemovalPolicy.DESTROY,
      }),
    };
    const assets = new BucketDeployment(this, 'Assets', {
      ...common,
      sources: [Source.asset(site)],
      exclude: ['*'],
      include: [hashed],
      cacheControl: [CacheControl.setPublic(), CacheControl.maxAge(Duration.days(365)), CacheControl.immutable()],
    });
    const pages = new BucketDeployment(this, 'Pages', {
      ...common,
      sources: [
        Source.asset(site, { exclude: [...htmlFiles] }),
        ...htmlFiles.map((page) => {
          const file = isPageOpen(page, files.publicSchool) ? page : 'index.html';
          return Source.data(page, fillSchoolTexts(readFileSync(join(site, file), 'utf8'), files.publicSchool));
        }),
        Source.jsonData('school.json', files.publicSchool),
        Source.data(securityTxtPath.slice(1), files.securityTxt),
      ],
      // Vite's list of chunks serves builds, not browsers.
      exclude: [hashed, '.vite/*'],
      cacheControl: [CacheControl.noCache()],
    });
    pages.node.addDependency(assets);
    for (const deployment of [assets, pages]) nameLayer(deployment);
    acknowledgeProvider(assets, bucket);
  }
}

/** CDK leaves the name to CloudFormation, which would begin it with no school's. */
function nameLayer(deployment: BucketDeployment): void {
  const layer = deployment.node.findChild('AwsCliLayer').node.defaultChild as CfnLayerVersion;
  layer.layerName = `${Stack.of(deployment).stackName}-${deployment.node.id.toLowerCase()}`;
}

/** CDK brings the function that copies; what it may do is CDK's choice and ends with the deployment. */
function acknowledgeProvider(deployment: BucketDeployment, bucket: s3.IBucket): void {
  const provider = deployment.handlerRole.node.scope;
  if (!provider) throw new Error('The deployment has no provider');
  const stack = Stack.of(deployment);
  const assets = `cdk-${stack.synthesizer.bootstrapQualifier ?? DefaultStackSynthesizer.DEFAULT_QUALIFIER}-assets`;
  const site = stack.getLogicalId(bucket.node.defaultChild as s3.CfnBucket);
  const findings = [
    'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
    ...['GetObject*', 'GetBucket*', 'List*', 'DeleteObject*', 'Abort*'].map((action) => `IAM5[Action::s3:${action}]`),
    `IAM5[Resource::arn:${stack.partition}:s3:::${assets}-${stack.account}-${stack.region}/*]`,
    `IAM5[Resource::<${site}.Arn>/*]`,
    'L1',
  ];
  Validations.of(provider).acknowledge(
    ...findings.map((finding) => ({
      id: `AwsSolutions-${finding}`,
      reason: 'CDK’s own function, which copies the built site into its bucket while a deployment runs.',
    })),
  );
}
