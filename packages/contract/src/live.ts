/** Why what is drawn together is not a version of its flow yet; `failed`: for a reason of the server. */
export type SaveFault = 'storage' | 'too-large' | 'failed'
