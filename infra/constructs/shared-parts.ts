import { type CfnResource, RemovalPolicy } from 'aws-cdk-lib';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import * as ssm from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';
import { documentHeaders, securityHeaders } from '#shared/http/security-headers.ts';
import { nameWithRegion } from '../names.ts';
import { ownerOfShared, type SharedPart, sharedPartName, sharedPartParameter } from '../shared-parts.ts';
import { headersPolicy } from '../site/headers-policy.ts';
import { filesFunctionSource, siteFunctionSource, textFunctionSource } from '../site/site-function.ts';

const { JS_2_0 } = cloudfront.FunctionRuntime;
const { fromInline } = cloudfront.FunctionCode;

/** Makes the parts and says where they are. They stay when a later version has others: schools may still use them. */
export class SharedParts extends Construct {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    const headers = { headers: securityHeaders, 'document-headers': documentHeaders } as const;
    for (const part of ['headers', 'document-headers'] as const) {
      const policy = headersPolicy(this, sharedPartName(part), { name: this.nameOf(part), headers: headers[part] });
      this.keep(part, { resource: policy, value: policy.responseHeadersPolicyId });
    }
    const signed = new cloudfront.OriginRequestPolicy(this, sharedPartName('signed-files'), {
      originRequestPolicyName: this.nameOf('signed-files'),
      comment: 'The signature is in the query',
      queryStringBehavior: cloudfront.OriginRequestQueryStringBehavior.all(),
      headerBehavior: cloudfront.OriginRequestHeaderBehavior.none(),
      cookieBehavior: cloudfront.OriginRequestCookieBehavior.none(),
    });
    this.keep('signed-files', { resource: signed, value: signed.originRequestPolicyId });
    const access = new cloudfront.S3OriginAccessControl(this, sharedPartName('site-access'), {
      originAccessControlName: this.nameOf('site-access'),
    });
    this.keep('site-access', { resource: access, value: access.originAccessControlId });
    this.function('routes', 'Gives the routes of the web site its index.html', siteFunctionSource());
    this.function('texts', 'Names the character set of texts', textFunctionSource());
    this.function('files', 'Takes the first step off the paths of files', filesFunctionSource());
  }

  private function(part: SharedPart, comment: string, code: string): void {
    const made = new cloudfront.Function(this, sharedPartName(part), {
      functionName: this.nameOf(part),
      comment,
      code: fromInline(code),
      runtime: JS_2_0,
    });
    this.keep(part, { resource: made, value: made.functionArn });
  }

  private keep(part: SharedPart, { resource, value }: { resource: Construct; value: string }): void {
    const parameter = new ssm.StringParameter(this, `${sharedPartName(part)}-place`, {
      parameterName: sharedPartParameter(this, part),
      stringValue: value,
    });
    for (const kept of [resource, parameter]) {
      (kept.node.defaultChild as CfnResource).applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
    }
  }

  /** CloudFront is one for all regions; the stack is not. */
  private nameOf = (part: SharedPart): string => nameWithRegion(this, `${ownerOfShared(this)}-${sharedPartName(part)}`);
}
