/** What the engine's own code does for the core. */
export declare function slow(kind: i32, record: i32): i32
export declare function notePart(record: i32, group: i32): void
export declare function countBeyond(recorders: i32, place: i32, bucket: i32): void
export declare function noteSlow(serial: i32, responseMs: f64): void
export declare function giveUp(link: i32): void
export declare function planArrival(source: i32): void
export declare function choose(record: i32): i32
export declare function begin(record: i32, link: i32): i32
export declare function askForPoolSlot(record: i32, link: i32): i32
export declare function releasePoolSlot(record: i32, link: i32): void
export declare function deliver(link: i32): void
export declare function send(record: i32, link: i32, firstMs: f64): i32
export declare function respond(record: i32, link: i32): i32
export declare function isRepeat(record: i32): bool
export declare function acknowledge(record: i32, link: i32): void
export declare function waitInVain(record: i32, sender: i32, link: i32, leftMs: f64): void
export declare function arrive(record: i32): i32
export declare function wait(record: i32, station: i32): void
export declare function makeLine(station: i32, line: i32): void
export declare function beginService(record: i32, station: i32): void
export declare function lookUp(record: i32, node: i32): i32
export declare function leaveStation(record: i32, isFailed: bool): void
export declare function joinShared(record: i32, station: i32): void

export declare function limitCode(bucket: i32): i32
export declare function code(reason: i32): i32
export declare function noteRefusal(link: i32, code: i32): void
export declare function sendFailure(record: i32, link: i32): i32
export declare function overflow(station: i32): i32
export declare function vanish(record: i32): i32
export declare function noteOutcome(link: i32, isSuccess: i32): void
export declare function cancel(record: i32): void
export declare function traced(request: i32, record: i32): void
