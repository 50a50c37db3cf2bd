// The operators that a server knows, by the version that brought them (5.0 and before: no version), and what it
// says of others. Sources: the manual's pages "Query Predicates", "Aggregation Stages", "Aggregation Operators".
"use strict";

const { ROUND } = require("./rounding.js");
const { isObject } = require("./kinds.js");
const { refusal } = require("./refusal.js");

const words = (text) => text.trim().split(/\s+/);
const QUERY = words(`
  $eq $gt $gte $in $lt $lte $ne $nin $not $exists $type $mod $regex $options $geoIntersects $geoWithin $near
  $nearSphere $maxDistance $minDistance $geometry $all $elemMatch $size $bitsAllClear $bitsAllSet $bitsAnyClear
  $bitsAnySet`);
const TOP = words("$and $or $nor $expr $jsonSchema $text $where $comment $alwaysTrue $alwaysFalse $sampleRate");
const STAGES = words(`
  $addFields $bucket $bucketAuto $collStats $count $facet $geoNear $graphLookup $group $indexStats $limit
  $listSessions $lookup $match $merge $out $planCacheStats $project $redact $replaceRoot $replaceWith $sample $search
  $searchMeta $set $setWindowFields $skip $sort $sortByCount $unionWith $unset $unwind $changeStream $currentOp
  $listLocalSessions $documents $densify $fill $vectorSearch $changeStreamSplitLargeEvent`);
const EXPRESSIONS = words(`
  $abs $accumulator $acos $acosh $add $addToSet $allElementsTrue $and $anyElementTrue $arrayElemAt $arrayToObject
  $asin $asinh $atan $atan2 $atanh $avg $binarySize $bsonSize $ceil $cmp $concat $concatArrays $cond $convert $cos
  $cosh $count $covariancePop $covarianceSamp $dateAdd $dateDiff $dateFromParts $dateFromString $dateSubtract
  $dateToParts $dateToString $dateTrunc $dayOfMonth $dayOfWeek $dayOfYear $degreesToRadians $denseRank $derivative
  $divide $documentNumber $eq $exp $expMovingAvg $filter $first $floor $function $getField $gt $gte $hour $ifNull
  $in $indexOfArray $indexOfBytes $indexOfCP $integral $isArray $isNumber $isoDayOfWeek $isoWeek $isoWeekYear $last
  $let $literal $ln $log $log10 $lt $lte $ltrim $map $max $mergeObjects $meta $millisecond $min $minute $mod $month
  $multiply $ne $not $objectToArray $or $pow $push $radiansToDegrees $rand $range $rank $reduce $regexFind
  $regexFindAll $regexMatch $replaceAll $replaceOne $reverseArray $round $rtrim $sampleRate $second $setDifference
  $setEquals $setField $setIntersection $setIsSubset $setUnion $shift $sin $sinh $size $slice $split $sqrt
  $stdDevPop $stdDevSamp $strcasecmp $strLenBytes $strLenCP $substr $substrBytes $substrCP $subtract $sum $switch
  $tan $tanh $toBool $toDate $toDecimal $toDouble $toInt $toLong $toLower $toObjectId $toString $toUpper $trim $trunc
  $tsIncrement $tsSecond $type $unsetField $week $year $zip $const $bottom $bottomN $firstN $lastN $maxN $minN $top
  $topN $linearFill $locf $sortArray $bitAnd $bitNot $bitOr $bitXor $median $percentile $toUUID $toHashedIndexKey`);
const ACCUMULATORS = words(`
  $accumulator $addToSet $avg $bottom $bottomN $count $covariancePop $covarianceSamp $denseRank $derivative
  $documentNumber $expMovingAvg $first $firstN $integral $last $lastN $linearFill $locf $max $maxN $median
  $mergeObjects $min $minN $percentile $push $rank $shift $stdDevPop $stdDevSamp $sum $top $topN`);
const SINCE = {
  $documents: 5.1, $densify: 5.1, $fill: 5.3, $bottom: 5.2, $bottomN: 5.2, $firstN: 5.2, $lastN: 5.2, $maxN: 5.2,
  $minN: 5.2,
  $top: 5.2, $topN: 5.2, $linearFill: 5.3, $locf: 5.2, $sortArray: 5.2, $tsIncrement: 5.1, $tsSecond: 5.1, $bitAnd: 6.3,
  $bitNot: 6.3, $bitOr: 6.3, $bitXor: 6.3, $median: 7.0, $percentile: 7.0, $vectorSearch: 6.0,
  $changeStreamSplitLargeEvent: 6.0, $toUUID: 8.0, $toHashedIndexKey: 8.0,
};
// Stages whose whole argument is computed, and those of which some fields are.
const COMPUTED = words("$addFields $set $project $replaceRoot $replaceWith $redact $sortByCount $bucket $bucketAuto");

class Operators {
  constructor(version) {
    this.version = Number(version);
  }

  has(list, name) {
    return list.includes(name) && (SINCE[name] ?? 0) <= this.version;
  }

  checkFilter(filter) {
    for (const [name, value] of Object.entries(filter ?? {})) {
      if (["$and", "$or", "$nor"].includes(name)) {
        if (!Array.isArray(value) || value.length === 0) throw refusal(2, `${name} must be a nonempty array`);
        value.forEach((each) => this.checkFilter(each));
      } else if (name === "$expr") this.checkExpression(value);
      else if (name.startsWith("$") && !TOP.includes(name)) {
        throw refusal(
          2, `unknown top level operator: ${name}. If you are trying to negate an entire expression, use $nor`
        );
      } else if (!name.startsWith("$")) this.checkPredicate(value);
    }
  }

  checkPredicate(value) {
    if (!isObject(value) || !Object.keys(value)[0]?.startsWith("$")) return;
    for (const [name, argument] of Object.entries(value)) {
      if (!QUERY.includes(name)) throw refusal(2, `unknown operator: ${name}`);
      if (["$in", "$nin", "$all"].includes(name) && !Array.isArray(argument))
        throw refusal(2, `${name} needs an array`);
      if (name === "$size" && typeof argument !== "number") {
        throw refusal(9, `Failed to parse $size. Expected a number in: $size: ${JSON.stringify(argument)}`);
      }
      if (name === "$not") this.checkNot(argument);
      if (name === "$elemMatch") this.checkElement(argument);
    }
  }

  checkNot(argument) {
    if (Object.prototype.toString.call(argument) === "[object RegExp]") return;
    if (!isObject(argument)) throw refusal(2, "$not needs a regex or a document");
    this.checkPredicate(argument);
  }

  checkElement(argument) {
    if (!isObject(argument)) throw refusal(2, "$elemMatch needs an Object");
    const [first] = Object.keys(argument);
    if (first && QUERY.includes(first)) this.checkPredicate(argument);
    else this.checkFilter(argument);
  }

  checkExpression(value) {
    if (Array.isArray(value)) return value.forEach((each) => this.checkExpression(each));
    if (!isObject(value)) return undefined;
    const names = Object.keys(value);
    if (names.some((name) => name.startsWith("$"))) {
      if (names.length > 1) {
        throw refusal(
          15983,
          "an expression specification must contain exactly one field, the name of the expression. "
            + `Found ${names.length} fields`
        );
      }
      if (names[0] !== ROUND && !this.has(EXPRESSIONS, names[0]))
        throw refusal(168, `Unrecognized expression '${names[0]}'`);
      if (["$literal", "$const"].includes(names[0])) return undefined;
    }
    return Object.values(value).forEach((each) => this.checkExpression(each));
  }

  checkPipeline(stages) {
    stages.forEach((stage, place) => {
      const names = Object.keys(stage);
      if (names.length !== 1)
        throw refusal(40323, "A pipeline stage specification object must contain exactly one field.");
      if (!this.has(STAGES, names[0])) throw refusal(40324, `Unrecognized pipeline stage name: '${names[0]}'`);
      if (["$merge", "$out"].includes(names[0]) && place < stages.length - 1) {
        throw refusal(40601, `${names[0]} can only be the final stage in the pipeline`);
      }
      this.checkStage(names[0], stage[names[0]]);
    });
  }

  checkStage(name, argument) {
    if (COMPUTED.includes(name)) this.checkExpression(argument);
    if (name === "$match") this.checkFilter(argument);
    if (name === "$group") this.checkGroup(argument);
    if (name === "$lookup" || name === "$unionWith") this.checkPipeline(argument.pipeline ?? []);
    if (name === "$facet") Object.values(argument).forEach((each) => this.checkPipeline(each));
    if (name === "$merge" && Array.isArray(argument.whenMatched)) this.checkPipeline(argument.whenMatched);
    if (name === "$limit" && !(argument > 0)) throw refusal(15958, "the limit must be positive");
    if (name === "$sort" && Object.keys(argument).length === 0)
      throw refusal(15976, "$sort stage must have at least one sort key");
    if (name === "$graphLookup") this.checkFilter(argument.restrictSearchWithMatch);
    if (name === "$project") checkProjection(argument);
  }

  checkGroup(argument) {
    if (!("_id" in argument)) throw refusal(15955, "a group specification must include an _id");
    for (const [name, value] of Object.entries(argument)) {
      const [operator] = isObject(value) ? Object.keys(value) : [];
      if (name !== "_id" && !operator?.startsWith("$"))
        throw refusal(40234, `The field '${name}' must be an accumulator object`);
      if (name !== "_id" && !this.has(ACCUMULATORS, operator))
        throw refusal(15952, `unknown group operator '${operator}'`);
      this.checkExpression(name === "_id" ? value : value[operator]);
    }
  }
}

function checkProjection(fields) {
  const own = Object.entries(fields).filter(([name]) => name !== "_id");
  if (Object.keys(fields).length === 0) {
    throw refusal(51272, "Invalid $project :: caused by :: projection specification must have at least one field");
  }
  const isOut = (value) => value === 0 || value === false;
  const out = own.find(([, value]) => isOut(value));
  if (out && own.some(([, value]) => !isOut(value))) {
    throw refusal(
      31254, `Invalid $project :: caused by :: Cannot do exclusion on field ${out[0]} in inclusion projection`
    );
  }
}

module.exports = { Operators };
