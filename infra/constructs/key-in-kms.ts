import { CfnOutput, Duration, ReferenceStrength, RemovalPolicy } from 'aws-cdk-lib';
import * as kms from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { outputOfKeyInKms } from '../names.ts';

/** Days in which a key that a deployment took away can be had back. */
const pendingDays = 30;

/**
 * A key of Ed25519 that signs a school's report cards and that nobody can take out of KMS (ADR 0110). It is let go of
 * with its number in the school file, and with the stack: what it has signed is checked with its public half, which is
 * with the school's records.
 */
export class KeyInKms extends Construct {
  readonly key: kms.Key;

  constructor(scope: Construct, id: string, name: string) {
    super(scope, id);
    this.key = new kms.Key(this, 'Key', {
      description: `Signs report cards of ${name}`,
      keySpec: kms.KeySpec.ECC_NIST_EDWARDS25519,
      keyUsage: kms.KeyUsage.SIGN_VERIFY,
      pendingWindow: Duration.days(pendingDays),
      removalPolicy: RemovalPolicy.DESTROY,
    });
    // The next number is another key, and an export that is in use could not change.
    this.key.applyCrossStackReferenceStrength(ReferenceStrength.WEAK);
    new CfnOutput(this, 'Arn', { value: this.key.keyArn }).overrideLogicalId(outputOfKeyInKms);
  }
}
