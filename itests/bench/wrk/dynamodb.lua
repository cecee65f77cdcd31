-- One DynamoDB operation with random keys: wrk -s dynamodb.lua URL -- OPERATION PARTITIONS
-- The last line it prints is for the program that started wrk; see Wrk.java.

local operations = {
  put = {
    target = "PutItem",
    body = function(partition, sort)
      return '{"TableName":"bench","Item":{"pk":{"S":"' .. partition .. '"},"sk":{"S":"' .. sort
          .. '"},"data":{"S":"' .. string.rep("x", 433) .. '"}}}'
    end,
  },
  get = {
    target = "GetItem",
    body = function(partition, sort)
      return '{"TableName":"bench","Key":{"pk":{"S":"' .. partition .. '"},"sk":{"S":"' .. sort .. '"}}}'
    end,
  },
  query = {
    target = "Query",
    body = function(partition)
      return '{"TableName":"bench","KeyConditionExpression":"pk = :p","ExpressionAttributeValues":{":p":{"S":"'
          .. partition .. '"}}}'
    end,
  },
}

local operation, partitions

function init(arguments)
  operation = operations[arguments[1]]
  partitions = tonumber(arguments[2])
  math.randomseed(20261201)
  wrk.method = "POST"
  wrk.headers["Content-Type"] = "application/x-amz-json-1.0"
  wrk.headers["X-Amz-Target"] = "DynamoDB_20120810." .. operation.target
  -- Nobody checks the signature, but dynalite wants the headers to have the form of one.
  wrk.headers["X-Amz-Date"] = "20261201T000000Z"
  wrk.headers["Authorization"] = "AWS4-HMAC-SHA256 Credential=local/20261201/us-east-1/dynamodb/aws4_request, "
      .. "SignedHeaders=host;x-amz-date;x-amz-target, Signature=" .. string.rep("0", 64)
end

function request()
  local partition = string.format("p%04d", math.random(0, partitions - 1))
  local sort = string.format("s%03d", math.random(0, 99))
  return wrk.format(nil, "/", nil, operation.body(partition, sort))
end

function done(summary, latency)
  local errors = summary.errors
  print(string.format("RESULT requests=%d micros=%d bytes=%d failed=%d p50=%d p99=%d",
      summary.requests, summary.duration, summary.bytes,
      errors.connect + errors.read + errors.write + errors.status + errors.timeout,
      latency:percentile(50), latency:percentile(99)))
end
