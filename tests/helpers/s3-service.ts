import { onTestFinished } from 'vitest';
import { openS3Service, type S3Service } from '#scripts/tools/servers/open-s3.ts';
import { temporaryFolder, type AtEnd } from './databases.ts';

/** A service that speaks S3, for one test. */
export async function anS3Service(atEnd: AtEnd = onTestFinished): Promise<S3Service> {
  const service = await openS3Service(temporaryFolder(atEnd));
  atEnd(() => service.stop());
  return service;
}
