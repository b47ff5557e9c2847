export { type AccountExport, exportSchema } from './account-export.ts'
export {
  type ChangePasswordRequest,
  changePasswordFormSchema,
  changePasswordSchema,
  type DeleteAccountRequest,
  deleteAccountSchema,
  type EmailOnlyRequest,
  emailOnlySchema,
  type LoginRequest,
  loginDataSchema,
  loginSchema,
  type Profile,
  type ProfileUpdate,
  profileDataSchema,
  profileSchema,
  type RegisterRequest,
  type ResetPasswordRequest,
  registerFormSchema,
  registerSchema,
  registrationDataSchema,
  resetPasswordFormSchema,
  resetPasswordSchema,
  sessionSchema,
  type UserSession,
} from './accounts.ts'
export {
  API_ERRORS,
  type ApiErrorCode,
  CLIENT_ERROR_TYPES,
  type ClientError,
  type ClientErrorType,
  CONNECTION_ERROR,
  type ErrorResponse,
  TIMEOUT_ERROR,
  toClientError,
  UNKNOWN_ERROR,
} from './errors.ts'
export {
  type CreateExperimentRequest,
  createExperimentSchema,
  type Experiment,
  type ExperimentKind,
  type ExperimentResult,
  type ExperimentState,
  experimentResultSchema,
  experimentSchema,
} from './experiments.ts'
export { FLOW_SORTS, type FlowSort } from './flow-sorts.ts'
export {
  type CreateFlowRequest,
  createFlowSchema,
  type FlowData,
  type FlowSummary,
  flowDataSchema,
  flowSummarySchema,
  type RemovedFlow,
  removedFlowSchema,
  type SaveFlowForm,
  saveFlowSchema,
  type UpdateFlowRequest,
  updateFlowSchema,
} from './flows.ts'
export {
  type ChangeTagsRequest,
  changeTagsSchema,
  type LibraryFlow,
  type LibraryPage,
  type ListFlowsQuery,
  libraryPageSchema,
  listFlowsQuery,
  type TagCount,
  tagCountSchema,
} from './library.ts'
export { LIMITS } from './limits.ts'
export { dataResponse, type ErrorBody, errorResponse, messageResponse } from './responses.ts'
export { type OutboxMail, outboxMailSchema, type SiteConfig, siteConfigSchema, statusSchema } from './site.ts'
export { countCharacters } from './text.ts'
export {
  type ChangeVersionRequest,
  changeVersionSchema,
  type ListVersionsQuery,
  listVersionsQuery,
  type RestoreVersionRequest,
  restoreVersionSchema,
  type SavedVersion,
  savedVersionSchema,
  type VersionsPage,
  versionsPageSchema,
} from './versions.ts'
