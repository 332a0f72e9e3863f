import { Stack } from 'aws-cdk-lib';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';

/** Where Lambda puts what is in a layer. */
export const schoolFilePath = '/opt/school.json';

/**
 * The school's file, beside the code and not in it: the code of a function is the same for all schools (ADR 0094). A
 * version of a function keeps the version of the layer that it was made with.
 */
export function createSchoolLayer(scope: Construct, folder: string): lambda.ILayerVersion {
  return new lambda.LayerVersion(scope, 'School', {
    layerVersionName: `${Stack.of(scope).stackName}-school`,
    description: 'The file of the school',
    code: lambda.Code.fromAsset(folder),
    compatibleRuntimes: [lambda.Runtime.NODEJS_24_X],
  });
}
